/** A span of reading, to the minute. @param minutes - At least 1 is told. */
export function formatMinutes(locale: string, minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(whole / 60);
  if (hours === 0) return part(whole, 'minute');
  const rest = whole % 60;
  // To the minute says more than anybody knows of so long a span.
  if (hours >= 10 || rest === 0) return part(Math.round(whole / 60), 'hour');
  return `${part(hours, 'hour')} ${part(rest, 'minute')}`;
}
