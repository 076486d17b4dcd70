/** The GraphQL we send. Amounts are read in the shop's currency; nested lists are short and continued when longer. */

const MONEY = '{ shopMoney { amount currencyCode } }';

const LINE = `
  id sku title quantity currentQuantity
  originalUnitPriceSet ${MONEY}
  originalTotalSet ${MONEY}
  discountedTotalSet ${MONEY}
  taxLines { priceSet ${MONEY} }
  variant { id }`;

const ORDER = `
  id legacyResourceId name createdAt updatedAt cancelledAt
  displayFinancialStatus displayFulfillmentStatus currencyCode note email
  currentTotalPriceSet ${MONEY}
  totalShippingPriceSet ${MONEY}
  currentTotalTaxSet ${MONEY}
  totalDiscountsSet ${MONEY}
  shippingLine { title code }
  shippingAddress { name company address1 address2 city provinceCode zip countryCodeV2 phone }
  lineItems(first: 10) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } }
  fulfillmentOrders(first: 5) {
    nodes {
      id status fulfillmentHolds { id handle heldByRequestingApp }
      lineItems(first: 10) { nodes { id remainingQuantity lineItem { id } } }
    }
  }`;

export const LIST_ORDERS = `query Orders($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { ${ORDER} }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const LIST_ORDER_NOS = `query OrderNos($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, sortKey: CREATED_AT, query: $query) {
    nodes { legacyResourceId createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const GET_ORDER = `query Order($id: ID!) { order(id: $id) { ${ORDER} } }`;

export const MORE_LINES = `query OrderLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 50, after: $after) { nodes { ${LINE} } pageInfo { hasNextPage endCursor } } }
}`;

const FULFILMENT_LINES = 'nodes { id remainingQuantity lineItem { id } } pageInfo { hasNextPage endCursor }';

export const GET_FULFILMENTS = `query Fulfilments($id: ID!, $after: String) {
  order(id: $id) {
    fulfillments(first: 50) { id status trackingInfo { number } }
    fulfillmentOrders(first: 5, after: $after) {
      nodes { id status assignedLocation { location { id } } lineItems(first: 50) { ${FULFILMENT_LINES} } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

export const MORE_FULFILMENT_LINES = `query FulfilmentLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) { lineItems(first: 50, after: $after) { ${FULFILMENT_LINES} } }
}`;

export const CREATE_FULFILMENT = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id status } userErrors { field message } }
}`;

export const DESCRIBE_SHOP = '{ shop { name currencyCode } }';

export const LIST_SUBSCRIPTIONS = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 50, after: $after) { nodes { id topic uri } pageInfo { hasNextPage endCursor } }
}`;

export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const LIST_HOLDS = `query Holds($id: ID!) {
  order(id: $id) {
    fulfillmentOrders(first: 20) { nodes { id status fulfillmentHolds { id handle heldByRequestingApp } } }
  }
}`;

export const HOLD = `mutation Hold($id: ID!, $handle: String!) {
  change: fulfillmentOrderHold(
    id: $id, fulfillmentHold: { reason: OTHER, reasonNotes: "Held in Tradewind", handle: $handle }
  ) { userErrors { code field message } }
}`;

export const RELEASE_HOLD = `mutation ReleaseHold($id: ID!, $holdIds: [ID!]!) {
  change: fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) { userErrors { code field message } }
}`;

export const CANCEL_STATE = 'query CancelState($id: ID!) { order(id: $id) { cancelledAt } }';

export const CANCEL = `mutation Cancel($id: ID!, $reason: OrderCancelReason!, $note: String) {
  orderCancel(
    orderId: $id, reason: $reason, refundMethod: { originalPaymentMethodsRefund: true }
    restock: true, notifyCustomer: true, staffNote: $note
  ) { job { id } orderCancelUserErrors { code message } }
}`;

export const LIST_VARIANTS = `query Variants($first: Int!, $after: String) {
  shop { currencyCode }
  productVariants(first: $first, after: $after) {
    nodes {
      id sku barcode title price
      product { id title status onlineStoreUrl }
      media(first: 1) { nodes { preview { image { url } } } }
      inventoryItem {
        id tracked measurement { weight { unit value } }
        inventoryLevels(first: 10) {
          nodes { location { id isActive fulfillsOnlineOrders } quantities(names: ["available"]) { name quantity } }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const SET_QUANTITIES = `mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code field message } }
}`;

export const SET_PRICES = `mutation SetPrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: true) {
    userErrors { code field message }
  }
}`;

const REVERSE_TRACKING =
  'reverseDeliveries(first: 2) { nodes { deliverable { ... on ReverseDeliveryShippingDeliverable { tracking { number } } } } }';

export const RETURN_STATUS = 'query ReturnStatus($id: ID!) { return(id: $id) { status } }';

export const APPROVE_RETURN = `mutation Approve($id: ID!) {
  returnApproveRequest(input: { id: $id, notifyCustomer: true }) { userErrors { code field message } }
}`;

export const DECLINE_RETURN = `mutation Decline($id: ID!, $note: String) {
  returnDeclineRequest(input: { id: $id, declineReason: OTHER, declineNote: $note, notifyCustomer: true }) {
    userErrors { code field message }
  }
}`;

/** Refunds by our call hang on the order alone: their note names the return. */
const REFUNDS = `refunds(first: 50) { note return { id } totalRefundedSet ${MONEY} }`;

export const RETURN_MONEY = `query ReturnMoney($id: ID!) {
  order(id: $id) {
    currencyCode presentmentCurrencyCode
    ${REFUNDS}
    transactions(first: 100) { id kind status gateway amountSet ${MONEY} parentTransaction { id } }
  }
}`;

export const REFUND = `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) { refund { id } userErrors { field message } }
}`;

export const LIST_RETURNS = `query Returns($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {
      id legacyResourceId updatedAt
      ${REFUNDS}
      returns(first: 10) {
        nodes {
          id status createdAt
          returnLineItems(first: 20) {
            nodes {
              quantity customerNote returnReasonNote returnReasonDefinition { name }
              ... on ReturnLineItem { fulfillmentLineItem { lineItem { id sku } } }
            }
            pageInfo { hasNextPage }
          }
          reverseFulfillmentOrders(first: 2) {
            nodes { ${REVERSE_TRACKING} lineItems(first: 5) { nodes { dispositions { quantity } } } }
          }
        }
        pageInfo { hasNextPage }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const LIST_BALANCE = `query Balance($first: Int!, $after: String, $query: String!) {
  shopifyPaymentsAccount {
    balanceTransactions(first: $first, after: $after, sortKey: PROCESSED_AT, query: $query) {
      nodes {
        id type test transactionDate
        amount { amount currencyCode }
        fee { amount currencyCode }
        net { amount currencyCode }
        associatedOrder { id }
        associatedPayout { id }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
