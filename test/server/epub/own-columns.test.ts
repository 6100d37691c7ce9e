import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compileChapter, compileFixture } from './fixtures/compile-fixture.ts';

it('columns of the book are removed in Firefox, which never finishes the layout of some', async () => {
  const rule =
    /@supports \(-moz-appearance:none\)\{:is\(#svc#svc,\.[\w-]+\)\{columns:auto!important\}\}/;
  for (const declaration of ['columns: 8em', 'column-count: 3', 'column-width: 9em']) {
    const { styleSheets } = await compileFixture({ css: `.list { ${declaration} !important }` });
    assert.match(Object.values(styleSheets).join(''), rule);
    const section = await compileChapter(`<div style="${declaration}"><p>One</p></div>`);
    assert.match(section.css, rule);
  }
});

it('columns of the book have a minimum width, and become fewer on narrow pages', async () => {
  const columnsOf = async (declarations: string) => {
    const { styleSheets } = await compileFixture({ css: `.list { ${declarations} }` });
    return /\.list\{([^}]*)\}$/.exec(Object.values(styleSheets).join(''))?.[1];
  };
  const besideFloat = 'min-inline-size:min(70%,16em)';
  assert.equal(await columnsOf('column-count: 2'), `columns:2 12em;${besideFloat}`);
  assert.equal(await columnsOf('-webkit-columns: auto 3'), `columns:3 12em;${besideFloat}`);
  for (const kept of ['columns:2 9em', 'column-count:3;column-width:8em', 'columns:11 2em'])
    assert.equal(await columnsOf(kept), `${kept};${besideFloat}`);
  for (const kept of [
    'columns:1',
    'column-count:auto',
    'columns:initial',
    'columns:2 9em;width:60%',
  ])
    assert.equal(await columnsOf(kept), kept);
});
