/** The catalog entries that PDF/A-2b (ISO 19005-2) requires: XMP metadata and an output intent. */
import { deflateSync } from 'node:zlib';
import type { PdfFileWriter } from './pdf-file-writer.ts';
import type { PdfDict, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, PdfStream, PdfString } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { srgbProfile } from './srgb-profile.ts';

/** @returns entries of the catalog */
export function archivalMembers(writer: PdfFileWriter, title: string, producer: string): PdfDict {
  const profile = writer.add(new PdfStream(dictOf({ N: 3, Filter: name('FlateDecode') }), deflateSync(srgbProfile())));
  const intent = dictOf({
    Type: name('OutputIntent'),
    S: name('GTS_PDFA1'),
    OutputConditionIdentifier: new PdfString('(sRGB IEC61966-2.1)'),
    Info: new PdfString('(sRGB IEC61966-2.1)'),
    DestOutputProfile: profile,
  });
  // The metadata is not compressed, so that programs without PDF support can find it.
  const metadata = writer.add(
    new PdfStream(dictOf({ Type: name('Metadata'), Subtype: name('XML') }), Buffer.from(xmp(title, producer), 'utf8')),
  );
  return new Map<string, PdfValue>([
    ['Metadata', metadata],
    ['OutputIntents', [intent]],
  ]);
}

const xmp = (title: string, producer: string): string => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
   <pdfaid:part>2</pdfaid:part>
   <pdfaid:conformance>B</pdfaid:conformance>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
   <pdf:Producer>${escapeXml(producer)}</pdf:Producer>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
