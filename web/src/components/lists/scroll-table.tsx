import { Table } from '@mantine/core';
import type { TableProps } from '@mantine/core';

interface ScrollTableProps extends TableProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  /** Pixels below which it scrolls sideways. */
  readonly minWidth: number;
  /** Pixels above which it scrolls. */
  readonly maxHeight?: number;
}

/**
 * A table that scrolls where there is no room for it, also by keyboard: its cells have nothing that takes the focus. It is
 * a group and no landmark, since it often has the name of the section around it.
 */
export const ScrollTable = ({ label, minWidth, maxHeight, ...props }: ScrollTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    {...(maxHeight === undefined ? {} : { maxHeight })}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
  >
    <Table aria-label={label} {...props} />
  </Table.ScrollContainer>
);
