import { useTranslation } from 'react-i18next';
import { usePrinting } from '../../components/lists/use-printing.ts';
import { pageLabel } from '../overview/gap-label.ts';
import type { Editor } from '../state/use-editor.ts';
import classes from '../editor.module.css';

interface CoverSheetsProps {
  readonly editor: Editor;
  /** Null where the file has none. */
  readonly fileName: string | null;
}

/** The documents as a list, which is what is printed. */
export const CoverSheets = ({ editor, fileName }: CoverSheetsProps) => {
  const { t } = useTranslation('editor');
  // The list of a long file is drawn only then.
  const printing = usePrinting();
  const { pages } = editor.state.served;
  const label = (index: number): string => {
    const page = pages[index];
    return page === undefined ? '' : pageLabel(page, pages);
  };
  if (!printing) return null;
  return (
    <div className={classes['printed']}>
      <h1>{fileName ?? t('print.title', { count: pages.length })}</h1>
      {fileName === null ? null : <p>{t('print.title', { count: pages.length })}</p>}
      <table>
        <thead>
          <tr>
            <th>{t('print.number')}</th>
            <th>{t('print.name')}</th>
            <th>{t('print.pages')}</th>
          </tr>
        </thead>
        <tbody>
          {editor.documents.map(({ index, from, to, name }) => (
            <tr key={from}>
              <td>{index + 1}</td>
              <td>{name ?? t('document.unnamed', { number: index + 1 })}</td>
              <td>{from === to ? label(from) : `${label(from)}–${label(to)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
