import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatConfidence } from './confidence.ts';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMilliseconds,
  formatMoney,
  formatNumber,
  formatPercent,
} from './format.ts';

/** The formats of format.ts in the reader's language, with the region of the browser where the language is the same. */
export const useFormat = () => {
  const { i18n } = useTranslation();
  const chosen = i18n.resolvedLanguage ?? 'en';
  const language = navigator.languages.find((tag) => tag.startsWith(chosen)) ?? chosen;
  return useMemo(
    () => ({
      language,
      bytes: (bytes: number) => formatBytes(bytes, language),
      confidence: (confidence: number) => formatConfidence(confidence, language),
      date: (time: string | Date) => formatDate(new Date(time), language),
      dateTime: (time: string | Date) => formatDateTime(new Date(time), language),
      duration: (seconds: number) => formatDuration(seconds, language),
      milliseconds: (milliseconds: number) => formatMilliseconds(milliseconds, language),
      money: (amount: number, currency: string) => formatMoney(amount, currency, language),
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, language, options),
      percent: (part: number, digits?: number) => formatPercent(part, language, digits),
    }),
    [language],
  );
};
