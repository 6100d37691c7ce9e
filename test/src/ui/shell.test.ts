import { expect } from '@open-wc/testing';
import { Shell } from '../../../src/ui/shell.ts';

customElements.define('svc-shell-test', class extends HTMLElement {});

describe('a reader whose messages fail to load', () => {
  const retries: string[] = [];
  const { states } = document.createElement('svc-shell-test').attachInternals();
  const countNotices = ({ root }: Shell) => root.querySelectorAll('.offline').length;

  beforeEach(() => retries.splice(0));

  it('retries once per failure when the network is available again', () => {
    const shell = new Shell(states);
    shell.showOffline(() => retries.push('first'));
    shell.showOffline(() => retries.push('second'));
    expect(countNotices(shell)).to.equal(1);
    dispatchEvent(new Event('online'));
    expect(retries).to.deep.equal(['second']);
    shell.hideOffline();
  });

  it('no longer waits for the network after it has recovered', () => {
    const shell = new Shell(states);
    shell.showOffline(() => {
      retries.push('again');
      shell.hideOffline();
    });
    shell.root.querySelector<HTMLElement>('.offline button')?.click();
    dispatchEvent(new Event('online'));
    expect(retries).to.deep.equal(['again']);
    expect(countNotices(shell)).to.equal(0);
  });
});
