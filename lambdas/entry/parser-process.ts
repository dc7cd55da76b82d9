/** The parser process of the parsers package. It reads with the package's own language data, whatever the machine around it has. */
import { configureLanguageData } from '../../core/reading/ocr/language-data.ts';

configureLanguageData({ prefer: 'npm' });
await import('../../core/reading/parser-process.ts');
