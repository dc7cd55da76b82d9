import { ActionIcon, Menu } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useRef } from 'react';
import type { ReactNode } from 'react';

interface ActionsMenuProps extends Pick<ActionIconProps, 'variant' | 'size'> {
  /** Names the button. */
  readonly label: string;
  /** `Menu.Item`s. */
  readonly children: ReactNode;
}

/** The focus goes to the first item that can be chosen: Mantine would try the first one, even where it is disabled. */
const markFirstItem = (dropdown: HTMLDivElement | null): void => {
  dropdown?.querySelector('[data-menu-item]:not(:disabled)')?.setAttribute('data-autofocus', 'true');
};

/** What can be done with a thing, behind a button with three dots. */
export const ActionsMenu = ({ label, children, variant = 'subtle', size = 'md' }: ActionsMenuProps) => {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={variant}
          size={size}
          aria-label={label}
          {...(variant === 'subtle' ? { color: 'gray' } : {})}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown
        ref={markFirstItem}
        onClickCapture={() => {
          // A dialog gives the focus back to what had it when it opened. The item is gone by then.
          button.current?.focus();
        }}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
};

interface DeleteItemProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** The item that deletes the thing, once it is confirmed. */
export const DeleteItem = ({ label, onClick }: DeleteItemProps) => (
  <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onClick}>
    {label}
  </Menu.Item>
);
