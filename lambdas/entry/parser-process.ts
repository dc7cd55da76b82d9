/** The parser process of the parsers package. It reads with the package's own language data, whatever the machine around it has. */
import { configureLanguageData } from '../../core/ocr/languages/language-data.ts';

configureLanguageData({ prefer: 'npm' });
await import('../../core/parsers/parser-process.ts');
