import type { StatementTexts } from '../state/accessibility-statement.ts';
import { statementCatalogues } from './bundled-statements.ts';

/**
 * Loads the accessibility statements in the language of the messages. Falls back to English.
 * Rejects if neither can be loaded.
 */
export async function loadStatements(locale: string): Promise<StatementTexts> {
  const language = locale.toLowerCase();
  const load = statementCatalogues[language] ?? statementCatalogues[language.replace(/-.*/, '')];
  const english = async () => (await import('#statements/en')).statements;
  return load ? load().catch(english) : english();
}
