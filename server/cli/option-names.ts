/** Members of the API's bodies that a command line sets with an option of another form. */
const options: Readonly<Record<string, string>> = {
  access: '--sample',
  affiliate: '--affiliate',
  allowedOrigins: '--origin',
  books: '--books',
  buyUrl: '--buy-url',
  code: '--code',
  consent: '--consent',
  couponCodes: '--coupon',
  domains: '--domain',
  expiresAt: '--expires',
  keyId: '--key',
  'links/buy': '--buy-url',
  logo: '--logo',
  name: '--name',
  permissions: '--permissions',
  price: '--price',
  privateBooks: '--books',
  quantity: '--quantity',
  rate: '--rate',
  reason: '--reason',
  'specialRates/bookId': '--book-rate',
  'specialRates/subject': '--subject-rate',
  specialRates: '--book-rate',
  state: '--state',
};

/**
 * Replaces the JSON pointer or name of a member at the start of each line, such as
 * `/specialRates/0/rate: `, with the option that sets the member. Other pointers stay.
 */
export function nameOptions(message: string): string {
  return message.replaceAll(/^\/?([a-zA-Z]+(?:\/[^\s:]*)?): /gm, (location, path: string) => {
    const steps = path.split('/').filter((step) => !/^\d+$/.test(step));
    for (let length = steps.length; length > 0; length -= 1) {
      const option = options[steps.slice(0, length).join('/')];
      if (option !== undefined) return `${option}: `;
    }
    return location;
  });
}
