import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { UNNAMED_COLLECTION } from '../../api/training/training-data.ts';

/** The name of a collection as people read it: the one of documents without a collection has the name of the API. */
export const useCollectionName = (): ((name: string) => string) => {
  const { t } = useTranslation('training-data');
  return useCallback((name) => (name === UNNAMED_COLLECTION ? t('collections.unnamed') : name), [t]);
};
