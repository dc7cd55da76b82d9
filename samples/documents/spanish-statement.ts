import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 48;
const RIGHT = 547;
const OPENING = 4218.37;

const MOVES: readonly (readonly [string, string, number])[] = [
  ['01/08/2026', 'Recibo alquiler Inmobiliaria Azahar', -785],
  ['02/08/2026', 'Supermercado La Huerta, Sevilla', -64.32],
  ['03/08/2026', 'Bizum de Lucía Montero', 25],
  ['03/08/2026', 'Farmacia Triana', -18.95],
  ['04/08/2026', 'Transporte urbano, recarga de tarjeta', -20],
  ['05/08/2026', 'Recibo luz Eléctrica del Guadalquivir', -71.48],
  ['06/08/2026', 'Restaurante El Almendro', -38.6],
  ['07/08/2026', 'Librería Cervantina', -27.9],
  ['09/08/2026', 'Gasolinera Km 12', -52.1],
  ['10/08/2026', 'Recibo agua Aguas del Aljarafe', -33.75],
  ['11/08/2026', 'Supermercado La Huerta, Sevilla', -81.17],
  ['12/08/2026', 'Devolución Moda Giralda', 39.95],
  ['13/08/2026', 'Cajero, retirada de efectivo', -120],
  ['14/08/2026', 'Cuota gimnasio Olimpo', -34.9],
  ['16/08/2026', 'Tren Sevilla - Córdoba', -28.4],
  ['17/08/2026', 'Hotel Los Patios, Córdoba', -96],
  ['18/08/2026', 'Taberna de la Judería', -41.25],
  ['19/08/2026', 'Teléfono e internet Veloz', -45],
  ['20/08/2026', 'Supermercado La Huerta, Sevilla', -58.66],
  ['21/08/2026', 'Peluquería Rocío', -22],
  ['22/08/2026', 'Cine Alameda', -17.8],
  ['24/08/2026', 'Seguro hogar Mutua del Sur', -148.3],
  ['25/08/2026', 'Transferencia de Ana Quesada', 60],
  ['26/08/2026', 'Ferretería San Pablo', -12.45],
  ['27/08/2026', 'Supermercado La Huerta, Sevilla', -73.09],
  ['28/08/2026', 'Nómina Talleres Betis', 2146.55],
  ['29/08/2026', 'Donativo Banco de Alimentos', -15],
  ['30/08/2026', 'Heladería La Fresa', -9.6],
  ['31/08/2026', 'Comisión de mantenimiento', 0],
];

const money = (value: number): string =>
  `${value < 0 ? '-' : ''}${Math.abs(value)
    .toFixed(2)
    .replace('.', ',')
    .replace(/(\d)(?=(\d{3})+,)/, '$1.')}`;
const COLUMNS = [
  { head: 'Fecha', x: LEFT + 6 },
  { head: 'Concepto', x: 122 },
  { head: 'Importe (EUR)', x: 448, align: 'right' },
  { head: 'Saldo (EUR)', x: RIGHT - 6, align: 'right' },
] as const;

const ROWS = MOVES.map(([date, text, value], index) => [
  date,
  text,
  money(value),
  money(MOVES.slice(0, index + 1).reduce((sum, [, , amount]) => sum + amount, OPENING)),
]);

function head(sheet: Sheet): void {
  sheet.box(0, 0, sheet.width, 58, 0.2);
  sheet.text(LEFT, 37, 'CAJA DEL SUR', { size: 20, weight: 'bold', grey: 1 });
  sheet.text(RIGHT, 36, 'Oficina 5432 · Plaza del Salvador 3, 41004 Sevilla', {
    size: 8.5,
    align: 'right',
    grey: 0.95,
  });
}

function footer(sheet: Sheet, page: number): void {
  sheet.text(
    LEFT,
    812,
    'Caja del Sur, S.A. Inscrita en el Registro Mercantil de Sevilla, tomo 999, folio 12, hoja SE-00000',
    { size: 7, grey: 0.4 },
  );
  sheet.text(RIGHT, 812, `Página ${page} de 2`, { size: 8, align: 'right', grey: 0.25 });
}

function firstPage(sheet: Sheet): void {
  head(sheet);
  sheet.text(LEFT, 100, 'Extracto de cuenta corriente', { size: 18, weight: 'bold' });
  sheet.lines(LEFT, 130, ['Titular: Ignacio Barragán Ruiz', 'Calle Pureza 44, 2.º B', '41010 Sevilla']);
  sheet.lines(
    330,
    130,
    [
      'IBAN: ES83 9876 5432 8101 2345 6789',
      'Período: del 1 al 31 de agosto de 2026',
      'Fecha de emisión: 1 de septiembre de 2026',
      'Número de cliente: 2290817',
    ],
    { size: 9.5 },
  );
  sheet.text(LEFT, 208, `Saldo anterior a 31 de julio de 2026: ${money(OPENING)} EUR`, { size: 10, weight: 'bold' });
  sheet.table(238, COLUMNS, ROWS.slice(0, 25), { left: LEFT, right: RIGHT, leading: 21.5 });
  footer(sheet, 1);
}

function secondPage(sheet: Sheet): void {
  head(sheet);
  sheet.text(LEFT, 92, 'IBAN: ES83 9876 5432 8101 2345 6789', { size: 9 });
  const y = sheet.table(124, COLUMNS, ROWS.slice(25), { left: LEFT, right: RIGHT, leading: 21.5 });
  sheet.text(LEFT, y + 20, `Saldo a 31 de agosto de 2026: ${ROWS.at(-1)?.[3] ?? ''} EUR`, { size: 11, weight: 'bold' });
  sheet.paragraph(
    LEFT,
    y + 60,
    480,
    'Le rogamos que compruebe los movimientos de este extracto. Si en el plazo de treinta días no recibimos ninguna observación, lo consideraremos conforme. Para cualquier consulta, nuestro servicio de atención al cliente está a su disposición de lunes a viernes, de 8:30 a 19:00, en el teléfono 955 000 111.',
    { size: 9.5 },
  );
  sheet.paragraph(
    LEFT,
    y + 130,
    480,
    'Los depósitos están garantizados hasta 100.000 euros por titular. Encontrará las tarifas vigentes en cualquiera de nuestras oficinas.',
    { size: 8.5, grey: 0.3 },
  );
  footer(sheet, 2);
}

export const spanishStatement: SampleDocument = {
  title: 'Extracto de cuenta corriente',
  face: 'sans',
  pages: [firstPage, secondPage],
};
