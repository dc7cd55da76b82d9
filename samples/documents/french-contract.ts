import type { SampleDocument, Sheet } from '../drawing/sheet.ts';

const LEFT = 74;
const WIDTH = 448;

type Article = readonly [heading: string, ...paragraphs: string[]];

const FIRST: readonly Article[] = [
  [
    'Article 1 – Objet du contrat',
    "Le Prestataire assure l'entretien des espaces verts du siège du Client, situé 27, allée des Tilleuls à Villeneuve-sur-Aube, d'une surface totale de 8 400 mètres carrés, dans les conditions fixées au présent contrat et à son annexe technique.",
    "Les prestations comprennent la tonte des pelouses, la taille des haies et des arbustes, le désherbage sans produit chimique, le ramassage des feuilles et l'entretien du système d'arrosage.",
  ],
  [
    'Article 2 – Durée',
    "Le contrat est conclu pour une durée de vingt-quatre mois à compter du 1er octobre 2026. Il se renouvelle par tacite reconduction pour des périodes d'un an, sauf dénonciation par l'une des parties par lettre recommandée trois mois avant l'échéance.",
  ],
];
const SECOND: readonly Article[] = [
  [
    'Article 3 – Obligations du Prestataire',
    "Le Prestataire exécute les travaux avec le soin d'un professionnel et met à disposition le personnel qualifié ainsi que le matériel nécessaire. Il respecte le calendrier des passages arrêté d'un commun accord au début de chaque trimestre et tient un carnet d'entretien que le Client peut consulter à tout moment.",
    'Il évacue les déchets verts vers une filière de valorisation et en remet les bordereaux au Client une fois par an.',
  ],
  [
    'Article 4 – Obligations du Client',
    "Le Client garantit l'accès aux espaces de 7 heures à 18 heures les jours ouvrés, fournit l'eau et l'électricité nécessaires et signale sans délai toute anomalie constatée.",
  ],
  [
    'Article 5 – Prix et conditions de paiement',
    "Le prix forfaitaire s'élève à 1 450,00 euros hors taxes par mois. Il est facturé à la fin de chaque mois et payable à trente jours par virement sur le compte du Prestataire : IBAN FR62 9994 1010 0505 0001 3M02 606.",
    "Le prix est révisé chaque année au 1er octobre selon l'indice des salaires de la branche du paysage. Tout retard de paiement entraîne de plein droit une pénalité égale à trois fois le taux d'intérêt légal.",
  ],
  [
    'Article 6 – Sous-traitance',
    "Le Prestataire ne peut sous-traiter tout ou partie des prestations qu'avec l'accord écrit et préalable du Client. Il demeure seul responsable envers celui-ci.",
  ],
];
const THIRD: readonly Article[] = [
  [
    'Article 7 – Assurances et responsabilité',
    "Le Prestataire déclare être titulaire d'une assurance couvrant sa responsabilité civile professionnelle et s'engage à la maintenir pendant toute la durée du contrat.",
  ],
  [
    'Article 8 – Résiliation',
    "En cas de manquement grave de l'une des parties, non réparé dans un délai de trente jours après mise en demeure, l'autre partie peut résilier le contrat de plein droit, sans préjudice de dommages et intérêts.",
  ],
  [
    'Article 9 – Droit applicable et litiges',
    'Le présent contrat est soumis au droit français. Les parties recherchent une solution amiable avant de saisir le tribunal compétent de Troyes.',
  ],
];

function footer(sheet: Sheet, page: number): void {
  sheet.text(LEFT, 806, 'Contrat n° 2026-117', { size: 8.5, grey: 0.3 });
  sheet.text(LEFT + WIDTH, 806, `Page ${page} sur 3`, { size: 8.5, align: 'right', grey: 0.3 });
  sheet.text(LEFT + WIDTH / 2, 806, 'Paraphes : ........ / ........', { size: 8.5, align: 'center', grey: 0.3 });
}

function articles(sheet: Sheet, from: number, list: readonly Article[]): number {
  let y = from;
  for (const [heading, ...paragraphs] of list) {
    sheet.text(LEFT, y, heading, { size: 11.5, weight: 'bold' });
    y += 20;
    for (const paragraph of paragraphs) y = sheet.paragraph(LEFT, y, WIDTH, paragraph, { size: 11, leading: 15.5 }) + 7;
    y += 12;
  }
  return y;
}

function firstPage(sheet: Sheet): void {
  const middle = sheet.width / 2;
  sheet.text(middle, 92, 'CONTRAT DE PRESTATION DE SERVICES', { size: 17, weight: 'bold', align: 'center' });
  sheet.text(middle, 112, 'Entretien des espaces verts', { size: 12, weight: 'italic', align: 'center' });
  sheet.rule(200, 124, 395, 0.8);
  sheet.text(LEFT, 164, 'Entre les soussignés :', { size: 11 });
  let y = sheet.paragraph(
    LEFT,
    190,
    WIDTH,
    'La société Jardins du Morvan SARL, au capital de 15 000 euros, dont le siège est 3, chemin des Oseraies, 58120 Château-Belmont, représentée par sa gérante, Madame Hélène Vautrin, ci-après dénommée « le Prestataire »,',
    { size: 11, leading: 15.5 },
  );
  sheet.text(middle, y + 10, "d'une part,", { size: 11, align: 'center' });
  y = sheet.paragraph(
    LEFT,
    y + 34,
    WIDTH,
    'et la société Verrerie Delaunay SAS, dont le siège est 27, allée des Tilleuls, 10350 Villeneuve-sur-Aube, numéro de TVA FR 69 849 213 000, représentée par son président, Monsieur Olivier Delaunay, ci-après dénommée « le Client »,',
    { size: 11, leading: 15.5 },
  );
  sheet.text(middle, y + 10, "d'autre part,", { size: 11, align: 'center' });
  sheet.text(LEFT, y + 40, 'il a été convenu ce qui suit :', { size: 11 });
  articles(sheet, y + 76, FIRST);
  footer(sheet, 1);
}

function lastPage(sheet: Sheet): void {
  const y = articles(sheet, 84, THIRD);
  sheet.text(LEFT, y + 20, 'Fait à Villeneuve-sur-Aube, le 7 septembre 2026, en deux exemplaires originaux.', {
    size: 11,
  });
  for (const [index, [party, name]] of (
    [
      ['Pour le Prestataire', 'Hélène Vautrin'],
      ['Pour le Client', 'Olivier Delaunay'],
    ] as const
  ).entries()) {
    const x = LEFT + index * 250;
    sheet.text(x, y + 64, party, { size: 11, weight: 'bold' });
    sheet.text(x, y + 80, '« lu et approuvé »', { size: 10, weight: 'italic' });
    sheet.signature(x + 10, y + 122, 5 + index * 4);
    sheet.text(x, y + 150, name, { size: 11 });
  }
  footer(sheet, 3);
}

export const frenchContract: SampleDocument = {
  title: 'CONTRAT DE PRESTATION DE SERVICES',
  face: 'serif',
  pages: [
    firstPage,
    (sheet) => {
      articles(sheet, 84, SECOND);
      footer(sheet, 2);
    },
    lastPage,
  ],
};
