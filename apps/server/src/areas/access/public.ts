export { grantToActor } from './grant-to-actor.ts';
export { moduleOf as moduleNamed } from './modules.ts';
export { placesReading } from './places.ts';
export { type Alert, defineAlerts, defineBadge, defineSearch, type SearchHit } from './registries.ts';
export { membersFor } from './who-sees.ts';
