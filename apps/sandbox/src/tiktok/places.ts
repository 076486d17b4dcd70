import type { Address } from '../world/addresses.ts';

const STATES: Readonly<Record<string, string>> = {
  ...{
    AL: 'Alabama',
    AZ: 'Arizona',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    FL: 'Florida',
    GA: 'Georgia',
  },
  ...{ IA: 'Iowa', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana' },
  ...{ MA: 'Massachusetts', MD: 'Maryland', ME: 'Maine', MI: 'Michigan', MN: 'Minnesota', MO: 'Missouri' },
  ...{ NC: 'North Carolina', NE: 'Nebraska', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NV: 'Nevada' },
  ...{ NY: 'New York', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island' },
  ...{
    SC: 'South Carolina',
    TN: 'Tennessee',
    TX: 'Texas',
    UT: 'Utah',
    VA: 'Virginia',
    VT: 'Vermont',
    WA: 'Washington',
  },
  WI: 'Wisconsin',
};
const COUNTRIES: Readonly<Record<string, string>> = {
  US: 'United States',
  GB: 'United Kingdom',
  DE: 'Germany',
  FR: 'France',
  CA: 'Canada',
  AU: 'Australia',
};

/** "J** D**", "(+1)***00": how much of a buyer is shown where TikTok hides them. */
const hide = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word ? `${word[0]}**` : ''))
    .join(' ');

/** Source: "Changes to recipient address masking" (US), the order schema (post_town, district_info). */
export function recipientView(address: Address, hidden: boolean) {
  const show = (text: string) => (hidden ? hide(text) : text);
  const [first = '', ...last] = address.name.split(' ');
  const level = (address_level: string, address_level_name: string, address_name: string) => ({
    address_level,
    address_level_name,
    address_name,
  });
  const state = STATES[address.state] ?? address.state;
  const full = [address.line1, address.line2, address.city, state, address.postalCode].filter(Boolean).join(', ');
  return {
    name: show(address.name),
    first_name: show(first),
    last_name: show(last.join(' ')),
    phone_number: hidden ? `(${address.phone.split(' ')[0]})***${address.phone.slice(-2)}` : address.phone,
    full_address: show(full),
    address_detail: show([address.line1, address.line2].filter(Boolean).join(', ')),
    address_line1: show(address.line1),
    address_line2: show(address.line2),
    address_line3: '',
    address_line4: '',
    postal_code: show(address.postalCode),
    region_code: address.country,
    ...(address.country === 'GB' ? { post_town: address.city } : {}),
    district_info: [
      level('L0', 'Country', COUNTRIES[address.country] ?? address.country),
      ...(state ? [level('L1', 'State', state)] : []),
      ...(address.country === 'GB' ? [] : [level('L3', 'City', address.city)]),
    ],
  };
}
