import { Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import { formatTime } from './format-time.ts';
import type { TimeStyle } from './format-time.ts';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';

interface TimeTextProps extends TextProps {
  /** ISO 8601. */
  readonly time: string;
  /** `relative` (default): “3 hours ago”, and the whole time when pointed at. */
  readonly look?: TimeStyle;
}

/** A time in the reader's zone and language. */
export const TimeText = ({ time, look = 'relative', size, ...props }: TimeTextProps) => {
  const { language } = useFormat();
  const now = useNow();
  return (
    <Text
      component="time"
      // What is inherited would go before a size of its own.
      {...(size === undefined ? { inherit: true } : { size })}
      dateTime={time}
      title={formatTime(time, 'full', language)}
      {...props}
    >
      {formatTime(time, look, language, now)}
    </Text>
  );
};
