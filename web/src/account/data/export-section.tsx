import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportAccount } from '../../api/account.ts';
import { saveBlob } from '../../components/download-file.ts';
import { Section } from '../section.tsx';

/** Saves all records of the account as one file. */
export const ExportSection = () => {
  const { t } = useTranslation('account');
  const save = useMutation({
    mutationFn: exportAccount,
    onSuccess: (data) => {
      const day = data.exported_at.slice(0, 10);
      saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `tearline-${day}.json`);
    },
  });
  const action = (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => {
        save.mutate();
      }}
    >
      {t('export.action')}
    </Button>
  );
  return (
    <Section title={t('export.title')} text={t('export.text')} action={action}>
      {null}
    </Section>
  );
};
