/** Small pictures of the two ways in which files hold documents. They are decoration: the text beside them says it. */
import type { ReactNode } from 'react';
import type { UploadMode } from '../../api/training/training-data.ts';
import classes from './upload.module.css';

type Kind = 'a' | 'b' | 'c';

const Sheet = ({ x, y, kind }: { readonly x: number; readonly y: number; readonly kind: Kind }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect className={classes['sheet']} data-kind={kind} width="20" height="26" rx="2" />
    <path className={classes['lines']} d="M4 7h12M4 12h12M4 17h8" />
  </g>
);

/** A file: sheets behind each other, in one frame. */
const File = ({ x, sheets }: { readonly x: number; readonly sheets: readonly Kind[] }) => (
  <g transform={`translate(${x} 8)`}>
    <rect className={classes['file']} width={28 + 8 * (sheets.length - 1)} height="40" rx="4" />
    {sheets.map((kind, index) => (
      <Sheet key={index} x={4 + 8 * index} y={7} kind={kind} />
    ))}
  </g>
);

const Arrow = ({ x }: { readonly x: number }) => <path className={classes['arrow']} d={`M${x} 28h14m-5-5 5 5-5 5`} />;

const PICTURES: Readonly<Record<UploadMode, ReactNode>> = {
  already_split: (
    <>
      <File x={22} sheets={['a', 'a']} />
      <File x={66} sheets={['b']} />
      <File x={102} sheets={['c', 'c', 'c']} />
    </>
  ),
  merged: (
    <>
      <File x={2} sheets={['a', 'a', 'b', 'c', 'c']} />
      <Arrow x={68} />
      <g transform="translate(88 15)">
        <Sheet x={0} y={0} kind="a" />
        <Sheet x={7} y={0} kind="a" />
        <path className={classes['cut']} d="M30.500-4v34" />
        <Sheet x={34} y={0} kind="b" />
        <path className={classes['cut']} d="M57.500-4v34" />
      </g>
      <g transform="translate(149 15)">
        <Sheet x={0} y={0} kind="c" />
        <Sheet x={7} y={0} kind="c" />
      </g>
    </>
  ),
};

export const ModePicture = ({ mode }: { readonly mode: UploadMode }) => (
  <svg className={classes['picture']} viewBox="0 0 178 56" aria-hidden focusable="false">
    {PICTURES[mode]}
  </svg>
);
