/** Paper is white: what is printed from the dark scheme is drawn in the light one, until it is printed. */

/** As Mantine sets it, and its style sheets read it. */
const SCHEME = 'data-mantine-color-scheme';

export const printInLightScheme = (): void => {
  const { documentElement: root } = document;
  let own: string | null = null;
  window.addEventListener('beforeprint', () => {
    own = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (own !== null) root.setAttribute(SCHEME, own);
  });
};
