/** The parser process of the parsers package. It uses the package's language data, even if the system has others. */
import { configureLanguageData } from '../../core/ocr/languages/language-data.ts';

configureLanguageData({ prefer: 'npm' });
await import('../../core/parsers/parser-process.ts');
