import { Button, Text } from '@mantine/core';
import IconLink from '@tabler/icons-react/icons/IconLink';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../api/results/pages.ts';
import { revokeShareToken, shareTokensQuery } from '../../api/account/share-tokens.ts';
import type { ShareToken } from '../../api/account/share-tokens.ts';
import { PATHS } from '../../app/paths.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { useNow } from '../../components/format/use-now.ts';
import { AnchorTo } from '../../components/links.tsx';
import { FactsTable } from '../../components/lists/facts-table.tsx';
import { ListState } from '../../components/lists/list-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { Section } from '../section.tsx';

/** The file whose result the link opens. */
const nameOf = ({ file_name: name, processing_id: id }: ShareToken): string => name ?? id;

/** The links with which people without an account read and verify one result. */
export const ShareLinksSection = () => {
  const { t } = useTranslation('account');
  const query = useInfiniteQuery(shareTokensQuery);
  const queries = useQueryClient();
  const format = useFormat();
  const [revoking, setRevoking] = useState<ShareToken>();
  const revoke = useMutation({
    mutationFn: (link: ShareToken) => revokeShareToken(link.token_id),
    onSuccess: async (_, link) => {
      await queries.invalidateQueries({ queryKey: shareTokensQuery.queryKey });
      showDone(t('shareLinks.revoked', { name: nameOf(link) }));
    },
  });
  const links = itemsOf(query.data);
  const none = <EmptyState icon={<IconLink />} title={t('shareLinks.none')} text={t('shareLinks.noneText')} />;
  return (
    <Section title={t('section.share-links')} text={t('shareLinks.text')}>
      <ListState query={query} count={links.length} empty={none}>
        <LinkTable links={links} onRevoke={setRevoking} />
      </ListState>
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => {
          setRevoking(undefined);
        }}
        onConfirm={async () => {
          if (revoking !== undefined) await revoke.mutateAsync(revoking);
        }}
        title={t('shareLinks.revokeTitle', { name: revoking === undefined ? '' : nameOf(revoking) })}
        action={t('keys.revoke')}
      >
        {revoking === undefined
          ? null
          : t('shareLinks.revokeText', { by: revoking.created_by, date: format.date(revoking.created_at) })}
      </ConfirmDialog>
    </Section>
  );
};

interface LinkTableProps {
  readonly links: readonly ShareToken[];
  readonly onRevoke: (link: ShareToken) => void;
}

const LinkTable = ({ links, onRevoke }: LinkTableProps) => {
  const { t } = useTranslation('account');
  return (
    <FactsTable
      label={t('section.share-links')}
      rows={links}
      keyOf={(link) => link.token_id}
      name={{
        label: t('shareLinks.result'),
        cell: (link) => (
          <AnchorTo to={PATHS.editor} params={{ processingId: link.processing_id }} size="sm">
            {nameOf(link)}
          </AnchorTo>
        ),
      }}
      facts={[
        { label: t('shareLinks.madeBy'), cell: (link) => link.created_by },
        { label: t('shareLinks.made'), cell: (link) => <TimeText time={link.created_at} /> },
        { label: t('keys.expires'), cell: (link) => <Expiry of={link} /> },
      ]}
      actions={(link) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('shareLinks.revokeNamed', { name: nameOf(link) })}
          onClick={() => {
            onRevoke(link);
          }}
        >
          {t('keys.revoke')}
        </Button>
      )}
    />
  );
};

const Expiry = ({ of: { expires_at: time } }: { readonly of: ShareToken }) => {
  const { t } = useTranslation('account');
  const now = useNow();
  if (Date.parse(time) > now) return <TimeText time={time} />;
  return (
    <Text inherit c="dimmed">
      {t('keys.states.expired')}
    </Text>
  );
};
