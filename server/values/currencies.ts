/** Every currency in ISO 4217 list one, amendment 180 (2025), by number of minor unit digits. */
const codesByMinorUnits = new Map<number | null, string>([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL
    MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
    PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  // Precious metals and special drawing rights have no minor units in the standard.
  [null, 'XAG XAU XDR XPD XPT'],
]);

const minorUnitsByCode = new Map(
  [...codesByMinorUnits].flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, digits] as const),
  ),
);

/**
 * Active currency codes, including funds and metals, excluding test codes and `XXX` (no currency).
 */
export const currencyCodes = [...minorUnitsByCode.keys()].sort();

/** Whether a code is active in ISO 4217. Withdrawn codes, such as `DEM`, are not. */
export function isCurrency(code: string): boolean {
  return minorUnitsByCode.has(code);
}

/**
 * Returns the digits after the decimal point (JPY 0, BHD 3), or null if the standard defines none.
 */
export function minorUnits(code: string): number | null {
  return minorUnitsByCode.get(code) ?? null;
}

/** Created on first use because that takes longer than many commands. */
let names: Intl.DisplayNames | null = null;

/** Returns the English name, such as `Japanese Yen`, or the code itself if there is no name. */
export function currencyName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });
  return names.of(code) ?? code;
}

/** Returns the local symbol, such as `€`, or the code itself if there is no symbol. */
export function currencySymbol(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}
