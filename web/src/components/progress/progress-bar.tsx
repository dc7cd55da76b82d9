import { Progress } from '@mantine/core';
import type { ProgressRootProps } from '@mantine/core';
import { useFormat } from '../format/use-format.ts';

interface ProgressBarProps extends Pick<ProgressRootProps, 'size' | 'flex' | 'maw' | 'miw'> {
  /** 0 to 1. */
  readonly part: number;
  /** What it is the progress of, for screen readers. */
  readonly label: string;
  /** What screen readers say of it; default: whole percent. Mantine would have them say all decimals. */
  readonly text?: string;
  readonly animated?: boolean;
  readonly color?: string;
}

export const ProgressBar = ({ part, label, text, animated = false, color, ...root }: ProgressBarProps) => {
  const format = useFormat();
  return (
    <Progress.Root {...root}>
      <Progress.Section
        value={100 * part}
        animated={animated}
        {...(color === undefined ? {} : { color })}
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * part)}
        aria-valuetext={text ?? format.percent(part, 0)}
      />
    </Progress.Root>
  );
};
