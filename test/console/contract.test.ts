import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as page from '../../console/api/contract.ts';
import { accountPages } from '../../console/app/pages.ts';
import { InvitedRole, minPasswordLength, uploadLimits } from '../../server/console/contract.ts';
import { publishablePermissions, tiers } from '../../server/keys/contract.ts';
import { defaultMaxSaleAmount } from '../../server/sales/amount-limit.ts';
import { resources, Tier } from '../../server/values/permissions.ts';

it('the console’s forms offer what the server accepts', () => {
  assert.deepEqual(page.tiers, Tier.options);
  for (const tier of page.tiers) {
    const { daily, monthly } = page.tierLimits[tier];
    assert.deepEqual([daily, monthly], [tiers[tier].dailyLimit, tiers[tier].monthlyLimit]);
  }
  assert.equal(page.defaultMaxSaleAmount, defaultMaxSaleAmount);
  assert.deepEqual(page.resources, resources);
  assert.deepEqual(page.publishablePermissions, publishablePermissions);
  assert.deepEqual(page.invitedRoles, InvitedRole.options);
  assert.deepEqual(page.uploadLimits, uploadLimits);
  assert.equal(page.minPasswordLength, minPasswordLength);
});

it('gives each page of the console a path of its own', () => {
  const paths = accountPages.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
});
