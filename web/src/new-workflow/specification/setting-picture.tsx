/** Small pictures of what a setting does with a page. They are decoration: the text beside them says the same. */
import type { ReactNode } from 'react';
import classes from './specification.module.css';

const Sheet = ({ x, children }: { readonly x: number; readonly children: ReactNode }) => (
  <g transform={`translate(${x} 6)`}>
    <rect className={classes['sheet']} width="44" height="60" rx="3" />
    {children}
  </g>
);

const PrintedLines = ({ from, count }: { readonly from: number; readonly count: number }) => (
  <>
    {Array.from({ length: count }, (_, line) => (
      <line
        key={line}
        className={classes['print']}
        x1="8"
        x2={line === count - 1 ? 26 : 36}
        y1={from + 8 * line}
        y2={from + 8 * line}
      />
    ))}
  </>
);

const HandwrittenLine = ({ y }: { readonly y: number }) => (
  <path className={classes['ink']} d={`M8 ${y}q3-8 5 0t5-1 4-1 4 1 3-2 5 0`} />
);

/** A photograph of a tilted sheet on a table. */
const Photograph = () => (
  <g transform="translate(4 6)">
    <rect className={classes['table']} width="52" height="60" rx="3" />
    <g transform="rotate(-9 26 30) translate(11 9) scale(.7)">
      <rect className={classes['sheet']} width="44" height="60" rx="3" />
      <PrintedLines from={14} count={5} />
    </g>
  </g>
);

const Arrow = () => <path className={classes['arrow']} d="M62 36h12m-5-5 5 5-5 5" />;

/** 日 and 本, drawn by strokes: not every computer has a font for them. */
const JapaneseSigns = () => (
  <path className={classes['sign']} d="M9 10h12v16H9zM9 18h12M26 14h14M33 8v20M33 14l-7 10M33 14l7 10M30 23h6" />
);

const PICTURES: Readonly<Record<string, ReactNode>> = {
  'cropping-false': (
    <>
      <Sheet x={14}>
        <PrintedLines from={14} count={5} />
      </Sheet>
      <Arrow />
      <Sheet x={80}>
        <PrintedLines from={14} count={5} />
      </Sheet>
    </>
  ),
  'cropping-true': (
    <>
      <Photograph />
      <Arrow />
      <Sheet x={80}>
        <PrintedLines from={14} count={5} />
      </Sheet>
    </>
  ),
  'script-latin': (
    <Sheet x={46}>
      <text className={classes['letters']} x="8" y="24">
        Aß
      </text>
      <PrintedLines from={36} count={3} />
    </Sheet>
  ),
  'script-japanese': (
    <Sheet x={46}>
      <JapaneseSigns />
      <PrintedLines from={38} count={2} />
    </Sheet>
  ),
  'text_type-printed_and_handwritten': (
    <Sheet x={46}>
      <PrintedLines from={12} count={3} />
      <HandwrittenLine y={42} />
      <HandwrittenLine y={52} />
    </Sheet>
  ),
  'text_type-printed': (
    <Sheet x={46}>
      <PrintedLines from={12} count={6} />
    </Sheet>
  ),
  'text_type-handwritten': (
    <Sheet x={46}>
      <HandwrittenLine y={18} />
      <HandwrittenLine y={30} />
      <HandwrittenLine y={42} />
    </Sheet>
  ),
};

interface SettingPictureProps {
  readonly setting: string;
  readonly value: string;
}

export const SettingPicture = ({ setting, value }: SettingPictureProps) => (
  <svg className={classes['picture']} viewBox="0 0 136 72" aria-hidden focusable="false">
    {PICTURES[`${setting}-${value}`]}
  </svg>
);
