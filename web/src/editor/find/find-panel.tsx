import { CloseButton, Group, Loader, Text, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { pageName } from '../overview/gap-label.ts';
import type { PageRef } from '../split/split.ts';
import { nextHit } from './next-hit.ts';
import type { Find } from './use-find.ts';
import classes from './find.module.css';

interface FindPanelProps {
  readonly find: Find;
  readonly pages: readonly PageRef[];
  /** Index of the page at the cursor. */
  readonly shown: number;
  /** Whether that page is shown large, and the next one beside it. */
  readonly isLarge: boolean;
  /** Changes whenever the reader asks for the search: then its field gets the focus. */
  readonly asked: number;
  readonly onOpen: (page: number) => void;
  readonly onClose: () => void;
}

/** Hits that are listed; the overview marks all. */
const MAX_LISTED = 500;

/** Finds a text on all pages. */
export const FindPanel = ({ find, pages, shown, isLarge, asked, onOpen, onClose }: FindPanelProps) => {
  const { t } = useTranslation('editor');
  const { query, hits, error } = find;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
  }, [asked]);
  const [lastOpened, setLastOpened] = useState<number | null>(null);
  // Whoever has gone elsewhere goes on from there.
  const isThere = isLarge && (lastOpened === shown || lastOpened === shown + 1);
  const opened = isThere ? lastOpened : null;
  const open = (page: number): void => {
    setLastOpened(page);
    onOpen(page);
  };
  const next = nextHit(hits ?? [], { shown, opened });
  return (
    <section className={classes['panel']} aria-label={t('find.label')}>
      <form
        className={classes['field']}
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== undefined) open(next.page);
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
              setLastOpened(null);
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
                data-current={page === opened || undefined}
                aria-current={page === opened ? 'page' : undefined}
                onClick={() => {
                  open(page);
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
