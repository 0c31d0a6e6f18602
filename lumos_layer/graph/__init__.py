"""The LangGraph loop: state, context, nodes, routing, build; nothing but wiring."""
