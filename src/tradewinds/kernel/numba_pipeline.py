"""A lighter Numba pipeline for helpers, which are compiled once each and linked into entry points.

By default Numba optimises every helper together with all of its callees, emits machine code for it, and repeats this
for every integer width. With rules split into many small functions, that would dominate cold-start time.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
from numba.extending import models, register_model

# Numba is only partially typed.
CodeLibrary: Any = JITCodeLibrary
BaseCompiler: Any = Compiler
DispatcherType: Any = types.Dispatcher
PassBuilder: Any = DefaultPassBuilder
Passes: Any = PassManager


SKIPPED_PASSES = {
    "WithLift",
    "InlineClosureLikes",
    "GenericRewrites",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
}
"""Passes for closures, literals and array expressions, which helpers do not use."""


class HelperLibrary(CodeLibrary):  # type: ignore[misc]
    """The LLVM module of a helper, left unoptimised until it is linked into an entry point."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Return a null pointer: no machine code is emitted."""
        return 0

    @property
    def codegen(self) -> "HelperLibrary":
        """The object on which Numba calls `set_env`."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """Ignore the Python environment, which nopython helpers do not need."""


class NoinlineLibrary(HelperLibrary):
    """The LLVM module of a helper that must not be inlined."""

    def finalize(self) -> None:
        """Mark all functions as noinline."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().finalize()


class VectorisedLibrary(NoinlineLibrary):
    """The LLVM module of a helper whose loops are vectorised here, because entry points disable vectorisation."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=True, opt=3)
        passes.run(self._final_module, builder)


class HelperCompiler(BaseCompiler):  # type: ignore[misc]
    """Compiles a helper to LLVM IR."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        """Compile into a `HelperLibrary` instead of a regular code library."""
        self.state.library = self.library_class(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)

    @property
    def library_class(self) -> type[HelperLibrary]:
        """The class of the library to compile into."""
        return HelperLibrary if self.state.flags.forceinline else NoinlineLibrary

    def define_pipelines(self) -> list[Any]:
        """Return the default nopython pipeline without `SKIPPED_PASSES`."""
        default = PassBuilder.define_nopython_pipeline(self.state)
        pipeline = Passes("helper")
        for step, description in default.passes:
            if step.__name__ not in SKIPPED_PASSES:
                pipeline.add_pass(step, description)
        pipeline.finalize()
        return [pipeline]


class VectorisedCompiler(HelperCompiler):
    """Compiles a helper with vectorised loops."""

    library_class = VectorisedLibrary


class HelperType(DispatcherType):  # type: ignore[misc]
    """The Numba type of a helper; widens integer arguments to 64 bits, so that each helper is compiled only once."""

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        """Resolve a call with widened argument types."""
        return super().get_call_type(context, tuple(map(widen, args)), kws)


register_model(HelperType)(models.OpaqueModel)


def widen(kind: Any) -> Any:
    """Return int64 for integer types that fit into it; convert literal types to plain ones, leave others unchanged."""
    plain: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    if not isinstance(plain, types.Integer) or plain is types.uint64:
        return plain
    return types.int64
