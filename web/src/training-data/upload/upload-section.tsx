import { Autocomplete, Button, Card, Group, Radio, SimpleGrid, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../api/account/account.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { collectionsQuery, UNNAMED_COLLECTION } from '../../api/training/training-data.ts';
import type { UploadMode } from '../../api/training/training-data.ts';
import { ChoiceCard } from '../../components/choice/choice-card.tsx';
import { DropArea } from '../../process/drop-area.tsx';
import { LeftOutNotice } from '../../process/left-out-notice.tsx';
import { checkFiles, MAX_FILES } from '../../process/queue/check-files.ts';
import type { LeftOutFile } from '../../process/queue/check-files.ts';
import { isEnded } from '../../process/queue/queued-file.ts';
import { fitsCollectionName, MAX_COLLECTION_NAME } from '../collections/collection-name.ts';
import { ModePicture } from './mode-picture.tsx';
import { trainingQueue, useTrainingQueue } from './training-queue.ts';
import { UploadList } from './upload-list.tsx';

const MODES: readonly UploadMode[] = ['already_split', 'merged'];

interface UploadSectionProps {
  /** Can have the focus. */
  readonly ref: Ref<HTMLElement>;
  readonly workflowId: string;
  /** That is chosen first. */
  readonly collection: string | undefined;
  readonly onClose: () => void;
}

/** Adds files to the training data, in one of the two modes, and shows how far they are. */
export const UploadSection = ({ ref, workflowId, collection: first, onClose }: UploadSectionProps) => {
  const { t } = useTranslation('training-data');
  const [mode, setMode] = useState<UploadMode>('already_split');
  const [collection, setCollection] = useState(first === UNNAMED_COLLECTION ? '' : (first ?? ''));
  const [leftOut, setLeftOut] = useState<readonly LeftOutFile[]>([]);
  const { data: account } = useQuery(accountQuery);
  const { data: collections } = useInfiniteQuery(collectionsQuery(workflowId));
  const all = useTrainingQueue();
  const files = all.filter((file) => file.workflowId === workflowId);
  const maxBytes = account?.plan.max_document_bytes ?? null;
  const name = collection.trim();
  const isWrong = name !== '' && !fitsCollectionName(name);
  const add = (chosen: readonly File[]): void => {
    if (isWrong) return;
    const room = MAX_FILES - all.filter((file) => !isEnded(file)).length;
    const checked = checkFiles(chosen, room, maxBytes);
    setLeftOut(checked.leftOut);
    trainingQueue.add(workflowId, checked.accepted, { mode, ...(name === '' ? {} : { collection: name }) });
  };
  return (
    <Card
      component="section"
      ref={ref}
      tabIndex={-1}
      withBorder
      padding="md"
      aria-labelledby="upload"
      style={{ overflow: 'visible', scrollMarginTop: 64 }}
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="upload">
          {t('upload.title')}
        </Title>
        <Button variant="subtle" size="xs" onClick={onClose}>
          {t('upload.close')}
        </Button>
      </Group>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Stack gap="md">
            <Radio.Group
              label={t('mode.label')}
              value={mode}
              onChange={(chosen) => {
                setMode(chosen === 'merged' ? 'merged' : 'already_split');
              }}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" maw={760}>
                {MODES.map((offered) => (
                  <ChoiceCard
                    key={offered}
                    value={offered}
                    picture={<ModePicture mode={offered} />}
                    name={t(`mode.${offered}.name`)}
                    text={t(`mode.${offered}.text`)}
                  />
                ))}
              </SimpleGrid>
            </Radio.Group>
            <Autocomplete
              label={t('upload.collection')}
              description={t('upload.collectionHint')}
              maw={380}
              maxLength={MAX_COLLECTION_NAME}
              value={collection}
              onChange={setCollection}
              error={isWrong ? t('collections.wrongName') : null}
              data={itemsOf(collections)
                .map((one) => one.name)
                .filter((one) => one !== UNNAMED_COLLECTION)}
            />
          </Stack>
          <DropArea onFiles={add} />
        </SimpleGrid>
        <LeftOutNotice
          files={leftOut}
          maxBytes={maxBytes}
          onClose={() => {
            setLeftOut([]);
          }}
        />
        <UploadList workflowId={workflowId} files={files} />
      </Stack>
    </Card>
  );
};
