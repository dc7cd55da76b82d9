import { useMediaQuery } from '@mantine/hooks';

/** Mantine's breakpoint `md`, in which a table of five columns has room beside the navigation. */
const WIDE = '(min-width: 62em)';

/** Whether each fact of a row has room for a column of its own; else it stands below the row's name. */
export const useIsWide = (): boolean => useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
