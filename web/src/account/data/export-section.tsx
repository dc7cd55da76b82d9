import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportAccount } from '../../api/account/account.ts';
import { apiUrl, send } from '../../api/client/client.ts';
import { ArchiveState } from '../../components/archive/archive-state.tsx';
import { useArchiveWork } from '../../components/archive/archive-work.ts';
import { saveBlob } from '../../components/download-file.ts';
import { dayOf } from '../../components/format/format.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { Section } from '../section.tsx';

const fileName = (time: Date, ending: string): string => `tearline-${dayOf(time)}.${ending}`;

/** Saves all records of the account as one file, or with all files as one archive. */
export const ExportSection = () => {
  const { t } = useTranslation('account');
  const work = useArchiveWork('account');
  const isMaking = work.progress !== undefined;
  // The button to cancel goes when it is pressed.
  const section = useKeptFocus<HTMLDivElement>(isMaking);
  const save = useMutation({
    mutationFn: exportAccount,
    onSuccess: (data) => {
      const records = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveBlob(records, fileName(new Date(data.exported_at), 'json'));
    },
  });
  const pack = (): void => {
    work.start({
      fileName: fileName(new Date(), 'zip'),
      make: async (signal, onProgress) => {
        const { makeAccountArchive } = await import('./account-archive.ts');
        const ask = (path: string, method: string, stop: AbortSignal): Promise<Response> =>
          send(new Request(apiUrl(path), { method, signal: stop }));
        return makeAccountArchive(ask, signal, onProgress);
      },
    });
  };
  return (
    <Section title={t('export.title')} text={t('export.text')}>
      <div ref={section} tabIndex={-1}>
        <Group gap="xs">
          <Button loading={isMaking} onClick={pack}>
            {t('export.archive')}
          </Button>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => {
              save.mutate();
            }}
          >
            {t('export.records')}
          </Button>
        </Group>
        <ArchiveState work={work} tooLarge={t('export.tooLarge')} />
      </div>
    </Section>
  );
};
