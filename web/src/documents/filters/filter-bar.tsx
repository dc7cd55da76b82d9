import { MultiSelect, Select } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NameSearch } from '../../components/lists/name-search.tsx';
import { nextShown, PERIODS, REVIEWS, SORTS, STATES } from './documents-search.ts';
import type { DocumentsSearch } from './documents-search.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  readonly search: DocumentsSearch;
  readonly onChange: (search: DocumentsSearch) => void;
  readonly nameField: RefObject<HTMLInputElement | null>;
}

const ALL = 'all';

/** The search in names, the filters, and the order. */
export const FilterBar = ({ search, onChange, nameField }: FilterBarProps) => {
  const { t } = useTranslation('documents');
  const { show, days, sort } = search;
  return (
    <div className={classes['bar']} role="search">
      <NameSearch
        label={t('filter.name')}
        name={search.name}
        field={nameField}
        onFind={(name) => {
          onChange({ ...without(search, 'name'), ...(name === undefined ? {} : { name }) });
        }}
      />
      <MultiSelect
        aria-label={t('filter.show')}
        placeholder={show === undefined ? t('filter.shown.all') : ''}
        data={[REVIEWS, STATES].map((group, index) => ({
          group: t(index === 0 ? 'filter.review' : 'filter.state'),
          items: group.map((value) => ({ value, label: t(`filter.shown.${value}`) })),
        }))}
        value={show === undefined ? [] : [...show]}
        onChange={(chosen) => {
          const next = nextShown(show, chosen);
          onChange({ ...without(search, 'show'), ...(next === undefined ? {} : { show: next }) });
        }}
      />
      <Select
        aria-label={t('filter.period')}
        data={[ALL, ...PERIODS.map(String)].map((value) => ({ value, label: t(`filter.days.${value}`) }))}
        value={days === undefined ? ALL : String(days)}
        allowDeselect={false}
        onChange={(value) => {
          onChange(withDays(search, value));
        }}
      />
      <Select
        aria-label={t('filter.sort')}
        data={SORTS.map((value) => ({ value, label: t(`filter.sorts.${value}`) }))}
        value={sort ?? '-created_at'}
        allowDeselect={false}
        onChange={(value) => {
          const next = SORTS.find((one) => one === value);
          if (next !== undefined) onChange({ ...search, sort: next });
        }}
      />
    </div>
  );
};

/** The search without one of its members, which is set again where there is a value. */
const without = (search: DocumentsSearch, member: keyof DocumentsSearch): DocumentsSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => key !== member));

const withDays = (search: DocumentsSearch, value: string | null): DocumentsSearch => {
  const days = PERIODS.find((one) => String(one) === value);
  return { ...without(search, 'days'), ...(days === undefined ? {} : { days }) };
};
