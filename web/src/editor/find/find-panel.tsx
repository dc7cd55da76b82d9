import { CloseButton, Group, Loader, Text, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { pageName } from '../overview/gap-label.ts';
import type { PageRef } from '../split/split.ts';
import type { Find } from './use-find.ts';
import classes from './find.module.css';

interface FindPanelProps {
  readonly find: Find;
  readonly pages: readonly PageRef[];
  /** Index of the page that was opened last from here; null: none. */
  readonly current: number | null;
  /** Changes whenever the reader asks for the search: then its field gets the focus. */
  readonly asked: number;
  readonly onOpen: (page: number) => void;
  readonly onClose: () => void;
}

/** Hits that are listed; the overview marks all. */
const MAX_LISTED = 500;

/** Finds a text on all pages. */
export const FindPanel = ({ find, pages, current, asked, onOpen, onClose }: FindPanelProps) => {
  const { t } = useTranslation('editor');
  const { query, hits, error } = find;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
  }, [asked]);
  const next = hits?.find(({ page }) => page > (current ?? -1)) ?? hits?.[0];
  return (
    <section className={classes['panel']} aria-label={t('find.label')}>
      <form
        className={classes['field']}
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== undefined) onOpen(next.page);
        }}
      >
        <Group gap={4} wrap="nowrap">
          <TextInput
            ref={field}
            flex={1}
            value={query}
            type="search"
            aria-label={t('find.field')}
            placeholder={t('find.field')}
            leftSection={<IconSearch size={16} aria-hidden />}
            onChange={({ currentTarget }) => {
              find.setQuery(currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          />
          <CloseButton aria-label={t('find.close')} onClick={onClose} />
        </Group>
        <Text size="xs" c="dimmed" mt={4} role="status">
          {hits === null ? <Loader size={12} /> : query.trim() === '' ? t('find.hint') : null}
          {hits !== null && query.trim() !== '' && error === null ? t('find.found', { count: hits.length }) : null}
        </Text>
        {error === null ? null : <ErrorState error={error} />}
      </form>
      <ul className={classes['hits']}>
        {(hits ?? []).slice(0, MAX_LISTED).map(({ page, count, excerpt }) => {
          const ref = pages[page];
          return (
            <li key={page}>
              <button
                type="button"
                className={classes['hit']}
                data-current={page === current || undefined}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => {
                  onOpen(page);
                }}
              >
                <b>{t('find.page', { page: ref === undefined ? '' : pageName(t, ref, pages), count })}</b>
                {excerpt}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
