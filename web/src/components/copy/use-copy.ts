import { useClipboard } from '@mantine/hooks';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusal } from '../toasts.ts';

/** Copies a text; where the browser does not let the page do so, says how to copy it. */
export const useCopy = (value: string): { readonly copied: boolean; readonly copy: () => void } => {
  const { t } = useTranslation('app');
  const { copy: write, copied, error } = useClipboard();
  useEffect(() => {
    if (error !== null) showRefusal(t('copyRefused'), t('copyRefusedText'));
  }, [error, t]);
  const copy = useCallback(() => {
    write(value);
  }, [write, value]);
  return { copied, copy };
};
