import { expect } from '@open-wc/testing';
import { Shell } from '../../../src/ui/shell.ts';

describe('a reader whose words cannot be loaded', () => {
  const asked: string[] = [];
  const said = ({ root }: Shell) => root.querySelectorAll('.stranded').length;

  beforeEach(() => asked.splice(0));

  it('asks again when the network is back, once for each time that it failed', () => {
    const shell = new Shell();
    shell.showOffline(() => asked.push('first'));
    shell.showOffline(() => asked.push('second'));
    expect(said(shell)).to.equal(1);
    dispatchEvent(new Event('online'));
    expect(asked).to.deep.equal(['second']);
    shell.hideOffline();
  });

  it('no longer waits for the network once it is mended', () => {
    const shell = new Shell();
    shell.showOffline(() => {
      asked.push('again');
      shell.hideOffline();
    });
    shell.root.querySelector<HTMLElement>('.stranded button')?.click();
    dispatchEvent(new Event('online'));
    expect(asked).to.deep.equal(['again']);
    expect(said(shell)).to.equal(0);
  });
});
