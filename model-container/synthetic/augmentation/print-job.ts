/** Fonts as a print job writes them: each typeface is embedded once for all pages. */
import type { PageView } from '../../features/pages/page-view.ts';

export const printedInOneJob = (view: PageView): PageView => ({
  ...view,
  fonts: { ...view.fonts, files: view.fonts.typefaces },
});
