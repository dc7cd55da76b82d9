import type { FileChooser, Locator, Page } from 'playwright-core';

type Files = Parameters<FileChooser['setFiles']>[0];

/** Chooses files in the system's dialog that `open` opens. */
export const chooseFilesAfter = async (page: Page, open: () => Promise<void>, files: Files): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles(files);
};

/** Chooses files by mouse. @param button  default: that of the pages to which files are sent */
export const chooseFiles = (
  page: Page,
  files: Files,
  button: Locator = page.getByRole('button', { name: 'Choose files' }),
): Promise<void> => chooseFilesAfter(page, () => button.click(), files);
