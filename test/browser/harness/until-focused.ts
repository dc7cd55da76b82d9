import type { Locator } from 'playwright-core';

/** Waits until the control has the focus, as a field of a dialog that opens: keys before that would go elsewhere. */
export const untilFocused = (control: Locator): Promise<void> =>
  control.and(control.page().locator(':focus')).waitFor();
