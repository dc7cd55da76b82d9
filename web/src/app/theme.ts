import { createTheme } from '@mantine/core';
import type { MantineThemeOverride } from '@mantine/core';

/** The id of the element in which menus, lists, tips and dialogs are drawn: the last of the page's content. */
export const FLOATING = 'floating';

/** @param close  name of the buttons that close something, in the reader's language */
export const themeWith = (close: string): MantineThemeOverride => {
  const closeButton = { defaultProps: { closeButtonProps: { 'aria-label': close } } };
  return createTheme({
    primaryColor: 'blue',
    primaryShade: { light: 8, dark: 8 },
    autoContrast: true,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    components: {
      // Else the title of a dialog would be a second banner of the page.
      Modal: {
        defaultProps: { ...closeButton.defaultProps, attributes: { header: { role: 'presentation' } } },
        styles: {
          // A title with a thing's name may take several lines.
          title: { lineHeight: 1.35 },
          // Mantine draws it at the end of the body. In the content it would begin beside the navigation.
          inner: { insetInlineStart: 0 },
        },
      },
      // States are written as everything else is, not in capitals.
      Badge: { defaultProps: { tt: 'none' } },
      Drawer: closeButton,
      // All content is in a landmark, menus and tips too (axe, rule region).
      Portal: { defaultProps: { target: `#${FLOATING}` } },
      // Mantine would put an element that is no item into the menu, for the focus (axe, rule aria-required-children).
      // Without it the first item has the focus, as the ARIA Authoring Practices have it.
      Menu: {
        defaultProps: {
          withInitialFocusPlaceholder: false,
          // In a low window the page is scrolled to its last items, and the button with it.
          hideDetached: false,
        },
        // An item may have the name of a document, which is as long as its author likes.
        styles: { dropdown: { maxWidth: 'min(420px, calc(100vw - 16px))' } },
      },
      Notification: closeButton,
      // In a narrow list of keys, the line ends between two of them.
      Kbd: { styles: { root: { whiteSpace: 'nowrap' } } },
      Alert: { defaultProps: { closeButtonLabel: close } },
    },
  });
};
