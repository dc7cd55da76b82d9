import { useEffect } from 'react';

/** Sets the title of the browser's tab. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === '' ? 'Tearline' : `${title} · Tearline`;
  }, [title]);
};
