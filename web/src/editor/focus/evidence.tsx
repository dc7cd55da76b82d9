import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import type { PageFacts } from '../source/editor-source.ts';
import classes from './focus.module.css';

interface EvidenceProps {
  readonly before: PageFacts | undefined;
  readonly after: PageFacts | undefined;
  /** What the two pages are called: who does not see that the facts stand below them hears it. */
  readonly pageLabels: readonly [before: string, after: string];
}

/** Numbers of one side that are shown. */
const MAX_IDENTIFIERS = 3;

/** What was read on both sides of a gap, which the model saw too. */
export const Evidence = ({ before, after, pageLabels }: EvidenceProps) => {
  const { t } = useTranslation('editor');
  const { language } = useFormat();
  const dateOf = (facts: PageFacts | undefined): string | null =>
    facts?.documentDate === undefined || facts.documentDate === null
      ? null
      : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(facts.documentDate),
        );
  const numberOf = (facts: PageFacts | undefined): string | null => {
    const printed = facts?.printedNumber;
    if (printed === undefined || printed === null) return null;
    return printed.of === null
      ? t('evidence.number', { number: printed.number })
      : t('evidence.numberOf', { number: printed.number, of: printed.of });
  };
  const identifiersOf = (facts: PageFacts | undefined): string | null => {
    const values = (facts?.identifiers ?? []).slice(0, MAX_IDENTIFIERS).map(({ value }) => value);
    return values.length === 0 ? null : values.join(', ');
  };
  const rows = (
    [
      ['printed', numberOf(before), numberOf(after)],
      ['title', before?.title ?? null, after?.title ?? null],
      ['date', dateOf(before), dateOf(after)],
      ['identifiers', identifiersOf(before), identifiersOf(after)],
    ] as const
  ).filter(([, left, right]) => left !== null || right !== null);
  if (rows.length === 0) return <p className={classes['sureness']}>{t('evidence.nothing')}</p>;
  return (
    <dl className={classes['evidence']} aria-label={t('evidence.label')}>
      {rows.map(([name, left, right]) => (
        <div key={name}>
          <dt>{t(`evidence.${name}`)}</dt>
          <dd>
            {[left, right].map((fact, side) => (
              <span key={side}>
                <VisuallyHidden>{`${pageLabels[side] ?? ''}: `}</VisuallyHidden>
                {fact ?? '–'}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};
