import { LitElement } from 'lit';
import type { ConsoleAccount, Role, Session } from '../../server/console/contract.ts';

/**
 * Base class of the console's pages. Renders into the light DOM, so that the console has one style
 * sheet and password managers find the forms.
 */
export class ConsolePage extends LitElement {
  static override properties = { session: { attribute: false }, account: { attribute: false } };

  /** The signed-in user and their accounts. */
  declare session: Session;

  /** The account in the URL. */
  declare account: ConsoleAccount;

  protected override createRenderRoot(): this {
    return this;
  }

  /** API path of the current account. */
  protected accountPath(path: string): string {
    return `/accounts/${encodeURIComponent(this.account.id)}${path}`;
  }

  /** Navigates to a page of the console, like a link. */
  protected goTo(url: string): void {
    const link = document.createElement('a');
    link.href = url;
    this.append(link);
    link.click();
    link.remove();
  }

  /** Whether the user has one of the roles in the account. Operators have all roles. */
  protected hasRole(...roles: Role[]): boolean {
    return this.account.role === 'operator' || roles.includes(this.account.role);
  }
}
