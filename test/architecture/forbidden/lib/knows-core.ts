import '../core/thing.ts';
