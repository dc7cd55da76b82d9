/**
 * Tests read with the language data of npm, on machines that have other data too, so that they read the same text
 * everywhere.
 */
import { configureLanguageData } from '../core/ocr/languages/language-data.ts';

configureLanguageData({ prefer: 'npm' });
