import { expect } from '@open-wc/testing';
import { ReactiveElement, type PropertyDeclarations } from '../../src/reactive-element.ts';

class LampElement extends ReactiveElement {
  static override properties: PropertyDeclarations = {
    colour: {},
    isLit: { type: Boolean, attribute: 'lit' },
    maker: { attribute: false },
    hue: { noAccessor: true },
  };
  static {
    this.createAccessors();
  }

  declare colour: string | null;
  declare isLit: boolean;
  declare maker: object;
  readonly updates: string[][] = [];

  get hue(): string | null {
    return this.colour;
  }
  set hue(hue: string) {
    this.colour = hue;
  }

  protected override willUpdate(): void {
    if (this.colour === 'any') this.colour = 'white';
  }
  protected override update(changed: ReadonlySet<string>): void {
    this.updates.push([...changed]);
    if (this.colour === 'dim') this.isLit = true;
  }
}
customElements.define('test-lamp', LampElement);

function lamp(set: Partial<LampElement> = {}): LampElement {
  const made = new LampElement();
  Object.assign(made, set);
  document.body.append(made);
  return made;
}

describe('a reactive element', () => {
  it('follows its attributes, including their removal', () => {
    const one = lamp();
    one.setAttribute('colour', 'red');
    one.setAttribute('lit', '');
    expect([one.colour, one.isLit]).to.deep.equal(['red', true]);

    one.removeAttribute('colour');
    one.removeAttribute('lit');
    expect([one.colour, one.isLit]).to.deep.equal([null, false]);
  });

  it('observes no attribute for a property without one', () => {
    expect(LampElement.observedAttributes).to.deep.equal(['colour', 'lit', 'hue']);
  });

  it('calls a property’s own setter', () => {
    const one = lamp();
    one.setAttribute('hue', 'green');
    expect(one.colour).to.equal('green');
  });

  it('batches changes into one update and skips unchanged values', async () => {
    const one = lamp({ colour: 'red' });
    one.isLit = true;
    one.isLit = false;
    await one.updateComplete;
    one.colour = 'red';
    await one.updateComplete;
    expect(one.updates).to.deep.equal([['colour', 'isLit']]);
  });

  it('updates only after it is connected to a document', async () => {
    const one = new LampElement();
    one.colour = 'red';
    await Promise.resolve();
    expect(one.updates).to.deep.equal([]);

    document.body.append(one);
    expect(await one.updateComplete).to.equal(true);
    expect(one.updates).to.deep.equal([['colour']]);
  });

  it('includes changes made before an update, and reports whether the update caused another one', async () => {
    const any = lamp({ colour: 'any' });
    expect(await any.updateComplete).to.equal(true);
    expect(any.updates.length).to.equal(1);

    const dim = lamp({ colour: 'dim' });
    expect(await dim.updateComplete).to.equal(false);
    expect(await dim.updateComplete).to.equal(true);
    expect(dim.updates).to.deep.equal([['colour'], ['isLit']]);
  });

  it('applies properties set before the definition over its attributes', async () => {
    const early = document.createElement('test-late-lamp');
    early.setAttribute('colour', 'red');
    early.setAttribute('lit', '');
    const maker = {};
    Object.assign(early, { colour: 'blue', maker });
    document.body.append(early);
    customElements.define('test-late-lamp', class extends LampElement {});
    if (!(early instanceof LampElement)) throw new Error('It is one now.');

    await early.updateComplete;
    expect([early.colour, early.isLit]).to.deep.equal(['blue', true]);
    expect(early.maker).to.equal(maker);
    early.setAttribute('colour', 'green');
    expect(early.colour).to.equal('green');
  });

  it('prefers later values to those set before the definition', async () => {
    const early = document.createElement('test-latest-lamp');
    Object.assign(early, { colour: 'blue' });
    customElements.define('test-latest-lamp', class extends LampElement {});
    document.body.append(early);
    if (!(early instanceof LampElement)) throw new Error('It is one now.');

    expect(early.colour).to.equal('blue');
    early.colour = 'green';
    await early.updateComplete;
    expect(early.colour).to.equal('green');
  });
});
