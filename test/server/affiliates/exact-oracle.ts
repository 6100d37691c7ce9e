/** Rates are in ten-thousandths and prices in whole minor units, so all sums are integers. */
const scale = 10_000n;

/** Reference implementation of commissions with integer arithmetic. */
export class ExactOracle {
  /** Sums by partner and currency, in ten-thousandths of a minor unit. */
  readonly #sums = new Map<string, bigint>();

  add(partnerId: string, currency: string, rate: string, minorPrice: number, copies: number) {
    const name = `${partnerId} ${currency}`;
    const earned = tenThousandths(rate) * BigInt(minorPrice) * BigInt(copies);
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + earned);
  }

  /** Rounds half to even, to minor units. */
  sums(): Map<string, bigint> {
    return new Map([...this.#sums].map(([name, sum]) => [name, roundHalfEven(sum)]));
  }
}

/** Returns a commission in minor units, rounded half to even. */
export function roundedCommission(rate: string, minorPrice: number, copies: number): bigint {
  return roundHalfEven(tenThousandths(rate) * BigInt(minorPrice) * BigInt(copies));
}

/** Converts `12.50` to 1250n, and `-3` yen to -3n. */
export function toMinorUnits(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Formats a number of minor units as an amount. */
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
