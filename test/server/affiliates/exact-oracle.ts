/** Rates are ten-thousandths, prices whole minor units: all sums are whole numbers. */
const scale = 10_000n;

/** What a partner should have earned, by plain whole numbers. */
export class ExactOracle {
  /** By partner and currency, in ten-thousandths of a minor unit. */
  readonly #sums = new Map<string, bigint>();

  add(partnerId: string, currency: string, rate: string, minorPrice: number, copies: number) {
    const name = `${partnerId} ${currency}`;
    const earned = tenThousandths(rate) * BigInt(minorPrice) * BigInt(copies);
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + earned);
  }

  /** In minor units, rounded half to even. */
  sums(): Map<string, bigint> {
    return new Map([...this.#sums].map(([name, sum]) => [name, roundHalfEven(sum)]));
  }
}

/** A commission in minor units, rounded half to even. */
export function roundedCommission(rate: string, minorPrice: number, copies: number): bigint {
  return roundHalfEven(tenThousandths(rate) * BigInt(minorPrice) * BigInt(copies));
}

/** `12.50` is 1250n, `-3` of yen is -3n. */
export function toMinorUnits(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** The amount of so many minor units. */
export function fromMinorUnits(minor: number, digits: number): string {
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function tenThousandths(rate: string): bigint {
  const [whole = '0', rest = ''] = rate.split('.');
  return BigInt(whole) * scale + BigInt(rest.padEnd(4, '0'));
}

function roundHalfEven(sum: bigint): bigint {
  const [whole, rest] = [sum / scale, sum % scale];
  const isUp = rest * 2n > scale || (rest * 2n === scale && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}
