import { UnstyledButton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import classes from './document-list.module.css';

interface SortHeaderProps {
  readonly label: string;
  readonly direction: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
}

/** The head of a column by which the list can be sorted. */
export const SortHeader = ({ label, direction, onClick }: SortHeaderProps) => {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton className={classes['sort']} data-sorted={direction !== undefined} onClick={onClick}>
      {label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
};
