/** The one application both sides know, and the supplier it was made for. */
export const WAYFAIR = 'wayfair';
export const WAYFAIR_APP = { clientId: 'TradewindDemoWayfairClient01', clientSecret: 'demo-wayfair-client-secret' };
export const SUPPLIER = 2603;
export const AUDIENCE = 'https://api.wayfair.com/';
