/** What all charts have in common. They are decoration: a table beside each says the same. */

/** The table says the same to keyboards and screen readers. */
export const NO_KEYS = { accessibilityLayer: false };

/** The names of the series stand in the order in which they are drawn; recharts sorts them by their keys otherwise. */
export const LEGEND_AS_DRAWN = { itemSorter: null };
