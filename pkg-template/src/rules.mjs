/** `gsd-lanes/rules`: the lower rules, for tools that need one of them alone. */
export {};
