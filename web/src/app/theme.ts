import { createTheme } from '@mantine/core';
import type { MantineThemeOverride } from '@mantine/core';

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
      Modal: { defaultProps: { ...closeButton.defaultProps, attributes: { header: { role: 'presentation' } } } },
      // States are written as everything else is, not in capitals.
      Badge: { defaultProps: { tt: 'none' } },
      Drawer: closeButton,
      Notification: closeButton,
      Alert: { defaultProps: { closeButtonLabel: close } },
    },
  });
};
