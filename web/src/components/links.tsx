/** Mantine's links and buttons that lead to a page of the application, typed by its routes. */
import { ActionIcon, Anchor, Button, Card, NavLink } from '@mantine/core';
import type { ActionIconProps, AnchorProps, ButtonProps, CardProps, NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

export const NavLinkTo = createLink((props: OfAnchor<NavLinkProps>) => <NavLink component="a" {...props} />);
export const ButtonTo = createLink((props: OfAnchor<ButtonProps>) => <Button component="a" {...props} />);
export const AnchorTo = createLink((props: OfAnchor<AnchorProps>) => <Anchor component="a" {...props} />);
export const CardTo = createLink((props: OfAnchor<CardProps>) => <Card component="a" {...props} />);
export const ActionIconTo = createLink((props: OfAnchor<ActionIconProps>) => <ActionIcon component="a" {...props} />);
